import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import type { Locale } from '#contract/text/locale.ts'
import { AtDesk } from '#islands/desk/AtDesk.tsx'
import type { DeskMessages } from '#islands/desk/desk-context.tsx'
import { Loaded } from '#islands/desk/Loaded.tsx'
import { listBefore } from '#islands/desk/titles/titles-address.ts'
import { $edit, $isDirty, $loaded, openTitle, sendKept } from '#stores/desk/titles/editor.ts'
import { $whole, continueUploads } from '#stores/desk/titles/uploads.ts'
import { Conflict } from './Conflict.tsx'
import { CoverPart } from './CoverPart.tsx'
import { EditorProvider, type EditorMessages } from './editor-text.ts'
import { goToPlace } from './editor-places.ts'
import { FactsPart } from './FactsPart.tsx'
import { FilesPart } from './FilesPart.tsx'
import { PricesPart } from './PricesPart.tsx'
import { SaveBar } from './SaveBar.tsx'
import { StatusBar } from './StatusBar.tsx'
import { TextsPart } from './TextsPart.tsx'
import { TracksPart } from './TracksPart.tsx'

type Props = { locale: Locale; messages: EditorMessages; shared: DeskMessages }

/** The editor of one title; `?id=` names it. */
export function TitlePage({ locale, messages, shared }: Props) {
  return (
    <AtDesk locale={locale} messages={shared} area="titles">
      <EditorProvider value={{ locale, messages }}>
        <Title {...{ locale, messages }} />
      </EditorProvider>
    </AtDesk>
  )
}

function Title({ locale, messages }: Omit<Props, 'shared'>) {
  const [id] = useState(() => Number(new URLSearchParams(location.search).get('id')) || 0)
  const [back] = useState(() => listBefore(locale, id))
  useEffect(() => {
    if (id > 0) void openTitle(id)
  }, [id])
  useLine()
  return (
    <>
      <p>
        <a href={back}>{messages.backToTitles}</a>
      </p>
      {id === 0 ? (
        <p>{messages.noTitle}</p>
      ) : (
        <Loaded $loadable={$loaded} retry={() => openTitle(id)}>
          {() => <Editor />}
        </Loaded>
      )}
    </>
  )
}

/** What the line has kept waiting goes on when it is back; a tab with unsaved changes asks before it closes. */
function useLine(): void {
  useEffect(() => {
    const goOn = () => {
      void sendKept()
      continueUploads()
    }
    const ask = (event: BeforeUnloadEvent) => {
      if ($isDirty.get() || $whole.get().isRunning) event.preventDefault()
    }
    addEventListener('online', goOn)
    addEventListener('beforeunload', ask)
    return () => {
      removeEventListener('online', goOn)
      removeEventListener('beforeunload', ask)
    }
  }, [])
}

function Editor() {
  const edit = useStore($edit)
  const isThere = edit !== undefined
  // Other pages lead here with what is missing: `&at=author`.
  useEffect(() => {
    const finding = new URLSearchParams(location.search).get('at')
    if (isThere && finding) goToPlace(finding)
  }, [isThere])
  if (!edit) return null
  return (
    <div className="desk-part title-editor">
      <StatusBar />
      <Conflict />
      <FilesPart />
      <TracksPart />
      <TextsPart />
      <FactsPart />
      <PricesPart />
      <CoverPart />
      <SaveBar />
    </div>
  )
}

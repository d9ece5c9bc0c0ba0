import { useEffect } from 'react'
import type { FirmForm, NameForm } from '#contract/desk/shop/settings.ts'
import type { Locale } from '#contract/text/locale.ts'
import { states } from '#contract/fields/states.ts'
import type { Messages } from '#i18n/namespaces.ts'
import type { Infer } from 'superstruct'
import { AtDesk } from '#islands/desk/AtDesk.tsx'
import { useDesk, type DeskMessages } from '#islands/desk/desk-context.tsx'
import { Loaded } from '#islands/desk/Loaded.tsx'
import { $settings, loadSettings, saveFirm, saveName, type SavedPart } from '#stores/desk/shop/settings.ts'
import { LegalEditor, type LegalDefaults } from './LegalEditor.tsx'
import { ListEditor } from '#islands/desk/shop/ListEditor.tsx'
import { LogoForm } from './LogoForm.tsx'
import { LookForm } from './LookForm.tsx'
import type { ShopMessages } from '#islands/desk/shop/RowFields.tsx'
import { SettingForm, type SettingSpec } from './SettingForm.tsx'
import { SocialLinks } from './SocialLinks.tsx'
import { blankOf, specsOf } from '#islands/desk/shop/specs.ts'
import { Tabs } from '#islands/desk/shop/Tabs.tsx'

export type SettingMessages = Messages['deskShop']['settings']
type Props = {
  locale: Locale
  shared: DeskMessages
  messages: SettingMessages
  lists: ShopMessages
  /** The legal texts of the program. */
  legal: LegalDefaults
}

const PARTS = ['name', 'look', 'logo', 'firm', 'faq', 'texts', 'legal'] as const

const NAME: readonly SettingSpec[] = [
  { path: 'name.en', label: 'nameEn' },
  { path: 'name.mr', label: 'nameMr' },
  { path: 'contact.email', label: 'email', type: 'email' },
  { path: 'contact.phone', label: 'phone', type: 'tel' },
  { path: 'contact.institutions', label: 'institutions', type: 'email' },
  { path: 'inquiry', label: 'inquiry', hint: 'inquiry' },
]

const firmSpecs = (locale: Locale): SettingSpec[] => [
  { path: 'company.en', label: 'companyEn' },
  { path: 'company.mr', label: 'companyMr' },
  { path: 'address.en', label: 'addressEn', lines: 2 },
  { path: 'address.mr', label: 'addressMr', lines: 2 },
  { path: 'gstin', label: 'gstin', hint: 'gstin' },
  { path: 'pan', label: 'pan' },
  {
    path: 'gstState',
    label: 'gstState',
    options: Object.entries(states).map(([value, names]) => ({ value, label: names[locale] })),
  },
  { path: 'invoicePrefix', label: 'invoicePrefix', hint: 'invoicePrefix' },
  { path: 'grievance.name.en', label: 'officerEn' },
  { path: 'grievance.name.mr', label: 'officerMr' },
  { path: 'grievance.email', label: 'officerEmail', type: 'email' },
  { path: 'grievance.phone', label: 'officerPhone', type: 'tel' },
  { path: 'courts.en', label: 'courtsEn' },
  { path: 'courts.mr', label: 'courtsMr' },
]

/** What makes the shop the publisher's own, without touching code. */
export function Settings({ locale, shared, ...props }: Props) {
  return (
    <AtDesk locale={locale} messages={shared} area="settings">
      <Parts {...props} />
    </AtDesk>
  )
}

function Parts(props: Omit<Props, 'locale' | 'shared'>) {
  const { messages, lists } = props
  useEffect(() => void loadSettings(), [])
  return (
    <Tabs label={messages.partsLabel} tabs={PARTS.map((name) => ({ name, label: messages.parts[name] }))}>
      {(part) =>
        part === 'faq' || part === 'texts' ? (
          <ListEditor
            key={part}
            list={part}
            messages={lists}
            specs={specsOf(part, lists.options)}
            blank={() => blankOf(part)}
            canMove={part === 'faq'}
          />
        ) : (
          <Part {...props} part={part} />
        )
      }
    </Tabs>
  )
}

const partOf = (part: 'name' | 'firm', result: SavedPart) =>
  'saved' in result ? { saved: result.saved[part] } : result

function Part({ part, messages, lists, legal }: Omit<Props, 'locale' | 'shared'> & { part: string }) {
  const { locale } = useDesk()
  return (
    <Loaded $loadable={$settings} retry={loadSettings}>
      {({ values, versions }) => {
        const version = versions[part] ?? 0
        if (part === 'look') return <LookForm key="look" {...{ messages, version }} look={values.look} />
        if (part === 'logo') return <LogoForm {...{ messages, version }} logo={values.logo} />
        if (part === 'legal') return <LegalEditor {...{ messages, lists, version, legal }} own={values.legal} />
        return part === 'firm' ? (
          <SettingForm
            key="firm"
            messages={messages}
            prefix="firm."
            specs={firmSpecs(locale)}
            value={values.firm}
            // The fields of the specs are those of the form; the server checks each.
            save={async (firm) => partOf('firm', await saveFirm(firm as Infer<typeof FirmForm>, version))}
          />
        ) : (
          <SettingForm
            key="name"
            messages={messages}
            specs={NAME}
            value={values.name}
            save={async (value) => partOf('name', await saveName(value as Infer<typeof NameForm>, version))}
          >
            {(value, change) => <SocialLinks {...{ messages, value, change }} />}
          </SettingForm>
        )
      }}
    </Loaded>
  )
}

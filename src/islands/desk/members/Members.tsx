import { useEffect, useState } from 'react'
import type { Member } from '#contract/desk/staff/members.ts'
import { ROLES, type Role } from '#contract/desk/staff/roles.ts'
import type { Locale } from '#contract/text/locale.ts'
import { interpolate } from '#i18n/interpolate.ts'
import type { Messages } from '#i18n/namespaces.ts'
import { AtDesk } from '#islands/desk/AtDesk.tsx'
import { ConfirmDialog } from '#islands/desk/dialogs/ConfirmDialog.tsx'
import { DeskTable, type DeskColumn } from '#islands/desk/lists/DeskTable.tsx'
import { deskFault, useDesk, type DeskMessages } from '#islands/desk/desk-context.tsx'
import { Loaded } from '#islands/desk/Loaded.tsx'
import { momentText } from '#islands/desk/moment-text.ts'
import type { FaultMessages } from '#islands/forms/fault-text.ts'
import { actOnPerson, giveRole, members } from '#stores/desk/members.ts'
import { showToast } from '#stores/desk/toasts.ts'
import { InviteForm } from './InviteForm.tsx'

export type MemberMessages = Messages['desk']['areas'] & Messages['desk']['members']
type Props = { locale: Locale; messages: MemberMessages; shared: DeskMessages; faultMessages: FaultMessages }
type Chosen = { action: 'end' | 'reset'; person: Member }

/** Who works at the desk: invitations, roles, and the end. */
export function Members({ locale, messages, shared, faultMessages }: Props) {
  return (
    <AtDesk locale={locale} messages={shared} area="staff">
      <InviteForm {...{ messages, faultMessages, locale }} />
      <MemberList messages={messages} />
    </AtDesk>
  )
}

function MemberList({ messages }: Pick<Props, 'messages'>) {
  const [chosen, setChosen] = useState<Chosen>()
  useEffect(() => void members.load(), [])
  const { locale } = useDesk()
  return (
    <Loaded $loadable={members.$loadable} retry={members.load}>
      {(list) => (
        <>
          <DeskTable
            caption={messages.list}
            items={list}
            columns={columnsOf(messages, locale, setChosen)}
            idOf={({ id }) => String(id)}
            nameOf={({ name }) => name}
          />
          <Sure {...{ messages, chosen }} onClose={() => setChosen(undefined)} />
        </>
      )}
    </Loaded>
  )
}

function columnsOf(messages: MemberMessages, locale: Locale, choose: (chosen: Chosen) => void): DeskColumn<Member>[] {
  return [
    { id: 'name', header: messages.name, cell: ({ name }) => name, sortBy: ({ name }) => name },
    { id: 'email', header: messages.email, cell: ({ email }) => email, sortBy: ({ email }) => email },
    {
      id: 'role',
      header: messages.role,
      cell: (person) => <RoleChoice {...{ messages, person }} />,
      sortBy: ({ role }) => role,
    },
    { id: 'state', header: messages.state, cell: ({ state }) => messages.states[state], sortBy: ({ state }) => state },
    {
      id: 'factors',
      header: messages.factors,
      cell: ({ factors }) => factors.map((factor) => messages.factorNames[factor]).join(', ') || '–',
    },
    {
      id: 'seen',
      header: messages.seen,
      cell: ({ seen_at }) => (seen_at ? momentText(seen_at, locale) : '–'),
      sortBy: ({ seen_at }) => seen_at ?? '',
    },
    {
      id: 'actions',
      header: messages.actions,
      cell: (person) => person.state !== 'ended' && <Actions {...{ messages, person, choose }} />,
    },
  ]
}

function RoleChoice({ messages, person }: { messages: MemberMessages; person: Member }) {
  const { messages: shared } = useDesk()
  const change = async (role: Role) => {
    const fault = await giveRole(person.id, role)
    showToast(
      fault
        ? faultOf(messages, shared, fault)
        : interpolate(messages.roleGiven, { name: person.name, role: messages.roles[role] }),
      { kind: fault ? 'failed' : 'done' },
    )
  }
  if (person.state === 'ended') return messages.roles[person.role]
  return (
    <select
      aria-label={interpolate(messages.roleOf, { name: person.name })}
      value={person.role}
      onChange={({ target }) => void change(target.value as Role)}
    >
      {ROLES.map((role) => (
        <option key={role} value={role}>
          {messages.roles[role]}
        </option>
      ))}
    </select>
  )
}

type ActionProps = { messages: MemberMessages; person: Member; choose: (chosen: Chosen) => void }

function Actions({ messages, person, choose }: ActionProps) {
  return (
    <div className="desk-buttons">
      {(['reset', 'end'] as const).map((action) => (
        <button
          key={action}
          type="button"
          className="link"
          aria-label={`${messages.acts[action]}: ${person.name}`}
          onClick={() => choose({ action, person })}
        >
          {messages.acts[action]}
        </button>
      ))}
    </div>
  )
}

type SureProps = { messages: MemberMessages; chosen: Chosen | undefined; onClose: () => void }

function Sure({ messages, chosen, onClose }: SureProps) {
  if (!chosen) return null
  const { action, person } = chosen
  const act = async () => {
    const fault = await actOnPerson(action, person.id)
    if (fault === 'lastOwner') return void showToast(messages.lastOwner, { kind: 'failed' })
    if (!fault) showToast(interpolate(messages.acted[action], { name: person.name }))
    return fault
  }
  return (
    <ConfirmDialog
      isOpen
      title={messages.acts[action]}
      action={messages.acts[action]}
      onClose={onClose}
      onConfirm={act}
    >
      <p>{interpolate(messages.sure[action], { name: person.name })}</p>
    </ConfirmDialog>
  )
}

function faultOf(messages: MemberMessages, shared: DeskMessages, fault: string): string {
  return fault === 'lastOwner' ? messages.lastOwner : deskFault(shared, fault)
}

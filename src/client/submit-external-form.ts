/** Leaves the shop by posting a form to another site, as gateways ask for it. Made of its parts: no markup is ever read. */
export function postTo(address: string, fields: Readonly<Record<string, string>>): void {
  const form = document.createElement('form')
  form.method = 'post'
  form.action = address
  form.hidden = true
  for (const [name, value] of Object.entries(fields))
    form.append(Object.assign(document.createElement('input'), { type: 'hidden', name, value }))
  document.body.append(form)
  // A field that is called `submit` would stand in its way; and the router must not hear of it.
  HTMLFormElement.prototype.submit.call(form)
}

export function goTo(address: string): void {
  location.assign(address)
}

/** Leaves the shop by posting a form to another site, as payment gateways require. Built from elements: no markup is parsed. */
export function submitExternalForm(address: string, fields: Readonly<Record<string, string>>): void {
  const form = document.createElement('form')
  form.method = 'post'
  form.action = address
  form.hidden = true
  for (const [name, value] of Object.entries(fields))
    form.append(Object.assign(document.createElement('input'), { type: 'hidden', name, value }))
  document.body.append(form)
  // A field named `submit` would shadow form.submit. Unlike requestSubmit, submit() fires no event that the router would catch.
  HTMLFormElement.prototype.submit.call(form)
}

export function openExternalPage(address: string): void {
  location.assign(address)
}

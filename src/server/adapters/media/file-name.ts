/** Letters, digits and single hyphens: nothing that could leave the quotes of a header. */
const NAME = /^[A-Za-z\d]+(?:-[A-Za-z\d]+)*$/
const NAME_MAX = 40

/** The address of a document with the name under which browsers show and save it: the number that a person knows it by. */
export function withFileName(address: string, number: string): string {
  return `${address}&name=${number.replace(/[^A-Za-z\d]+/g, '-')}`
}

/** `name` of an address, which is not signed: it names only what its holder may read anyway. */
export function fileNameOf(name: unknown): string {
  return typeof name === 'string' && name.length <= NAME_MAX && NAME.test(name) ? name : 'document'
}

/** The recipient or this text will never be accepted, so another try is useless. Its message names no address and no number. */
export class PermanentRefusal extends Error {
  override name = 'PermanentRefusal'
}

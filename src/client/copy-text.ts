/** False without permission (plain http, or refused): the text is then shown, to be copied by hand. */
export async function copyText(text: string): Promise<boolean> {
  const isCopied = await navigator.clipboard?.writeText(text).then(
    () => true,
    () => false,
  )
  return isCopied ?? false
}

import { deskShopPicture } from '#contract/desk/shop/shop-lists.ts'
import { deskCall } from '../call.ts'

/** The bytes of a file as base64. */
export async function base64Of(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  let text = ''
  // In pieces: a call takes no million arguments.
  for (let at = 0; at < bytes.length; at += 0x8000) text += String.fromCharCode(...bytes.subarray(at, at + 0x8000))
  return btoa(text)
}

type Sent = { path: string; address: string } | { fault: string }

export async function sendPicture(kind: 'banners' | 'news' | 'people', file: File): Promise<Sent> {
  const result = await deskCall(deskShopPicture, { kind, content: await base64Of(file) })
  return result.ok ? result.value : { fault: result.fault }
}

/** Text of a script, minified by astro.config.mjs, for a page to carry in itself. */
declare module '*?inline-script' {
  const code: string
  export default code
}

/** Of Chromium; other browsers leave it out. */
interface Navigator {
  readonly connection?: EventTarget & {
    readonly saveData?: boolean
    readonly type?: string
    readonly effectiveType?: string
  }
}

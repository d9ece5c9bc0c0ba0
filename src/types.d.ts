declare module 'subset-font' {
  export default function subsetFont(
    font: Uint8Array,
    text: string,
    options?: { targetFormat?: 'woff2' | 'woff' | 'sfnt' },
  ): Promise<Uint8Array>
}

/** Text of a script, minified by astro.config.mjs, for a page to carry in itself. */
declare module '*?inline-script' {
  const code: string
  export default code
}

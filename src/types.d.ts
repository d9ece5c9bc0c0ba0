/** Text of a script, minified by astro.config.mjs, for a page to carry in itself. */
declare module '*?inline-script' {
  const code: string
  export default code
}

// Client directives of our own: `client:touch` and `client:when`. Read by astro.config.mjs.

/** @returns {import('astro').AstroIntegration} */
export function directives() {
  return {
    name: 'shop-directives',
    hooks: {
      'astro:config:setup': ({ addClientDirective }) => {
        addClientDirective({ name: 'touch', entrypoint: './src/client/directives/touch.ts' })
        addClientDirective({ name: 'when', entrypoint: './src/client/directives/when.ts' })
      },
    },
  }
}

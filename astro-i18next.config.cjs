// CommonJS on purpose: Node 22 and later make the integration ignore an ES-module config without a word.
const { readdirSync } = require('node:fs')
const { join } = require('node:path')

const namespaces = readdirSync(join(__dirname, 'i18n/en')).flatMap((name) =>
  name.endsWith('.json') ? [name.replace('.json', '')] : [],
)

/** @type {import('astro-i18next').AstroI18nextConfig} */
module.exports = {
  defaultLocale: 'en',
  locales: ['en', 'mr'],
  namespaces,
  defaultNamespace: 'shell',
  load: ['server'],
  i18nextServer: {
    returnNull: false,
    backend: { loadPath: './i18n/{{lng}}/{{ns}}.json' },
  },
}

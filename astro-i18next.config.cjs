// CommonJS on purpose: Node 22 and later make the integration ignore an ES-module config without a word.
/** @type {import('astro-i18next').AstroI18nextConfig} */
module.exports = {
  defaultLocale: 'en',
  locales: ['en', 'mr'],
  namespaces: ['shell', 'home', 'title', 'browse', 'pages', 'format', 'form', 'contact', 'legal', 'banners', 'family', 'kids', 'lab', 'free', 'faq', 'about'],
  defaultNamespace: 'shell',
  load: ['server'],
  i18nextServer: {
    returnNull: false,
    backend: { loadPath: './i18n/{{lng}}/{{ns}}.json' },
  },
}

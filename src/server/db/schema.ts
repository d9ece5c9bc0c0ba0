/** The one description of the tables. Migrations are generated from it; row types are taken from it. */
export * from './schema/catalog.ts'
export * from './schema/messages.ts'
export * from './schema/people.ts'
export * from './schema/search.ts'
export * from './schema/site.ts'
export * from './schema/state.ts'

import { defineConfig } from 'drizzle-kit'

// `npx drizzle-kit generate --name what-changes` writes the next migration; it needs no database.
export default defineConfig({
  dialect: 'postgresql',
  schema: './src/server/db/schema/tables.ts',
  out: './src/server/db/migrations',
})

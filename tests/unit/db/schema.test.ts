import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const SCHEMA = 'src/server/db/schema/'

it('[OP-2] is imported as types only, because a server is installed without development packages', () => {
  const files = globSync('{src,scripts}/**/*.{ts,tsx,astro,mjs}', { cwd: ROOT }).filter((f) => !f.startsWith(SCHEMA))
  const loading = /^(?:import|export)(?!\s+type\b)[^']*from '(?:drizzle-orm[^']*|[^']*\/schema\/[\w/-]+\.ts)'/m
  expect(files.length).toBeGreaterThan(300)
  expect(files.filter((file) => loading.test(readFileSync(`${ROOT}${file}`, 'utf8')))).toEqual([])
})

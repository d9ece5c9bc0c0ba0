import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { BREAKING, breaksOf, REVIEWED } from '../../../src/server/db/breaking-migrations.ts'

const FOLDER = new URL('../../../src/server/db/migrations/', import.meta.url)
const tags = readdirSync(FOLDER).flatMap((name) => (name.endsWith('.sql') ? name.slice(0, -4) : []))
const read = (tag: string) => readFileSync(new URL(`${tag}.sql`, FOLDER), 'utf8')

it.each(tags.filter((tag) => !(tag in BREAKING || tag in REVIEWED)))(
  '[OP-2] %s only adds: older processes still work while it is applied',
  (tag) => {
    expect(breaksOf(read(tag))).toEqual([])
  },
)

it('[OP-2] the list of exceptions names only migrations that need one, each with a reason', () => {
  for (const [tag, reason] of Object.entries({ ...BREAKING, ...REVIEWED }))
    expect([tag, breaksOf(read(tag)).length > 0, reason.length > 20]).toEqual([tag, true, true])
})

it.each([
  ['ALTER TABLE "users" DROP COLUMN "email";', 'drops'],
  ['DROP TABLE "users";', 'drops'],
  ['ALTER TABLE "orders" ALTER COLUMN "state" DROP DEFAULT;', 'drops'],
  ['ALTER TABLE "users" RENAME COLUMN "email" TO "mail";', 'renames'],
  ['ALTER TABLE "users" RENAME TO "people";', 'renames'],
  ['ALTER TABLE "users" ALTER COLUMN "mobile" SET DATA TYPE varchar(10);', 'changes a type'],
  ['ALTER TABLE "users" ALTER COLUMN "mobile" TYPE integer USING mobile::integer;', 'changes a type'],
  ['ALTER TABLE "users" ALTER COLUMN "mobile" SET NOT NULL;', 'forbids null'],
  ['ALTER TABLE "users" ADD COLUMN "rank" integer NOT NULL;', 'demands a value that old processes do not give'],
  ['ALTER TABLE "users" ADD CONSTRAINT "c" CHECK (mobile <> \'\');', 'forbids what old processes write'],
  ['CREATE UNIQUE INDEX "u" ON "users" USING btree ("mobile");', 'forbids what old processes write'],
  ['DELETE FROM "jobs";', 'empties'],
])('[OP-2] detects what %s does', (sql, what) => {
  expect(breaksOf(sql)).toEqual([what])
})

it.each([
  'CREATE TABLE "a" ("id" bigint NOT NULL);--> statement-breakpoint\nALTER TABLE "a" ADD CONSTRAINT "a_check" CHECK (id > 0);--> statement-breakpoint\nCREATE UNIQUE INDEX "a_id" ON "a" USING btree ("id");',
  'ALTER TABLE "users" ADD COLUMN "seen_at" timestamp with time zone;',
  `ALTER TABLE "users" ADD COLUMN "rank" integer DEFAULT 0 NOT NULL;`,
  'CREATE INDEX "users_rank" ON "users" USING btree ("rank");',
])('[OP-2] allows %s', (sql) => {
  expect(breaksOf(sql)).toEqual([])
})

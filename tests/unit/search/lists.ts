import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Titles that nobody of this project wrote. */
const SETS = fileURLToPath(new URL('../../../../shared/datasets/', import.meta.url))
export const hasSets = existsSync(join(SETS, 'librivox-titles.jsonl'))
export const absent = hasSets ? '' : ' (skipped: ../shared/datasets is not there)'

export type Listed = { title: string; language: string; authors?: { name?: string }[] }
export const listed = (file: string): Listed[] =>
  readFileSync(join(SETS, `${file}.jsonl`), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Listed)

export const marathiTitles = (): string[] => [
  ...new Set(
    [...listed('palakneeti-marathi-articles'), ...listed('pratham-stories')]
      .filter(({ language }) => language === 'mr')
      .map(({ title }) => title),
  ),
]

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll } from 'vitest'

type Files = Record<string, string | Uint8Array>

/** Folders as a publisher hands them over, and where they lie; gone after the tests of the file. */
export function useSourceFolders(): { base: string; folderOf: (name: string, files: Files) => string } {
  const base = mkdtempSync(join(tmpdir(), 'shop-publisher-'))
  afterAll(() => rmSync(base, { recursive: true, force: true }))
  return {
    base,
    folderOf(name, files) {
      const folder = join(base, name)
      for (const [file, content] of Object.entries(files)) {
        mkdirSync(join(folder, dirname(file)), { recursive: true })
        writeFileSync(join(folder, file), content)
      }
      return folder
    },
  }
}

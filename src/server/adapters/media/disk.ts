import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { access, constants, copyFile, mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { codeOf, messageOf, StartupError } from '../../runtime/startup-error.ts'
import { isObjectPath, type MediaStore } from './port.ts'

export function diskStore(folder: string): MediaStore {
  return {
    async put(path, content) {
      const file = fileOf(folder, path)
      const draft = `${file}.${randomBytes(6).toString('hex')}`
      await mkdir(dirname(file), { recursive: true })
      try {
        await ('file' in content ? copyFile(content.file, draft) : writeFile(draft, content))
        await rename(draft, file)
      } finally {
        await rm(draft, { force: true })
      }
    },
    remove: (path) => rm(fileOf(folder, path), { force: true }),
    async stat(path) {
      const found = await stat(fileOf(folder, path)).catch(() => undefined)
      return found?.isFile() ? { bytes: found.size } : undefined
    },
    async list(below) {
      const names = await readdir(join(folder, below)).catch((error: unknown) => {
        if (codeOf(error) === 'ENOENT') return []
        throw error
      })
      // Not what is being written.
      return names.map((name) => `${below}/${name}`).filter(isObjectPath)
    },
    stream: (path, range) => createReadStream(fileOf(folder, path), range),
    async prove() {
      await mkdir(folder, { recursive: true })
        .then(() => access(folder, constants.R_OK | constants.W_OK))
        .catch((error: unknown) =>
          Promise.reject(new StartupError(`DATA_DIR: the media folder ${folder} cannot be used: ${messageOf(error)}.`)),
        )
    },
  }
}

function fileOf(folder: string, path: string): string {
  if (!isObjectPath(path)) throw new RangeError(`invalid object path: ${path}`)
  return join(folder, path)
}

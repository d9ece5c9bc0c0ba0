import { readFile, readlink } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'
import { eachFile, filesBelow } from '../files.ts'

/** Metadata files of a publication. */
const METADATA = /^(?:manifest|facts|digests|queries|entries)\.json$/

/** Files that differ between two publications. Scripts for older pages do not count. */
export async function differencesOf(one: string, other: string): Promise<string[]> {
  const [first, second] = await Promise.all([contentOf(one), contentOf(other)])
  const names = new Set([...first.names, ...second.names])
  const differing: string[] = []
  await eachFile(names, async (name) => {
    const [a, b] = await Promise.all(
      [first, second].map(({ folder, names: has }) => (has.has(name) ? readFile(join(folder, name)) : undefined)),
    )
    if (!a || !b || !a.equals(b)) differing.push(name)
  })
  return differing.toSorted()
}

async function contentOf(link: string) {
  const folder = await readlink(link).then(
    (target) => resolve(link, '..', target),
    () => link,
  )
  const { assets } = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')) as { assets: string[] }
  const own = new Set(assets)
  const names = (await filesBelow(folder))
    .map((file) => relative(folder, file))
    .filter((name) => !METADATA.test(name) && (!name.startsWith('_a/') || own.has(name)))
  return { folder, names: new Set(names) }
}

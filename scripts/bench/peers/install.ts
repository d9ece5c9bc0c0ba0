import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { WORK } from '../shop/shop.ts'
import { isMini } from '../size.ts'

/** Programs that are measured beside the shop; they are no packages of it. */
const PACKAGES = { '@11ty/eleventy': '3.1.8', minisearch: '7.2.0', pagefind: '1.6.0' } as const
const FOLDER = join(WORK, 'peers')

/** The folder of an installed package; undefined when it cannot be installed, or in the miniature. */
export function peerPackage(name: keyof typeof PACKAGES): string | undefined {
  const folder = join(FOLDER, 'node_modules', name)
  if (existsSync(folder)) return folder
  if (isMini) return undefined
  mkdirSync(FOLDER, { recursive: true })
  const list = join(FOLDER, 'package.json')
  // A new list would remove the peers that were installed before.
  if (!existsSync(list)) writeFileSync(list, '{"private":true}')
  const args = [
    'install',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--prefix',
    FOLDER,
    `${name}@${PACKAGES[name]}`,
  ]
  const { status } = spawnSync('npm', args, { stdio: 'ignore', timeout: 120_000 })
  return status === 0 && existsSync(folder) ? folder : undefined
}

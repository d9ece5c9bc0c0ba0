import { basename, resolve } from 'node:path'
import about from '../../../package.json' with { type: 'json' }

export type Release = { version: string; folder: string }

/** This code, as metrics report it. Each release is installed in a folder of its own (scripts/deploy/README.md), which tells apart those of one version. */
export const release: Release = { version: about.version, folder: basename(resolve(import.meta.dirname, '../../..')) }

import { spawnSync, type StdioOptions } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { hasBrotli, hasNginx } from '../bench/shop/nginx.ts'
import { chromiumPath, windowedChromiumPath } from './chromium.ts'

const PLAYWRIGHT = fileURLToPath(new URL('../../node_modules/.bin/playwright', import.meta.url))

function install(name: string): void {
  const quiet: StdioOptions = ['ignore', 'ignore', 'inherit']
  spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], { stdio: quiet })
}

/** Installs Debian packages as root; otherwise the Chromium of Playwright, and tests of nginx and ffmpeg are skipped. */
export function ensureTools(): void {
  const hasShell = chromiumPath()?.endsWith('headless-shell')
  const missing = [
    ...(hasShell ? [] : ['chromium-headless-shell']),
    // For the cache of pages that were left.
    ...(windowedChromiumPath() ? [] : ['chromium']),
    ...(hasNginx ? [] : ['nginx-light']),
    ...(hasBrotli ? [] : ['libnginx-mod-http-brotli-static']),
    // Stand for Arial and Times, from which the fallbacks of our fonts are made; without them pages shift when ours come.
    ...(existsSync('/usr/share/fonts/truetype/liberation') ? [] : ['fonts-liberation']),
  ]
  if (spawnSync('ffmpeg', ['-version']).status !== 0) missing.push('ffmpeg')
  if (missing.length > 0 && process.getuid?.() === 0) {
    console.log(`installing ${missing.join(', ')} (once)`)
    spawnSync('apt-get', ['update', '-qq'], { stdio: 'inherit' })
    missing.forEach(install)
  }
  if (!chromiumPath()) spawnSync(PLAYWRIGHT, ['install', 'chromium'], { stdio: 'inherit' })
}

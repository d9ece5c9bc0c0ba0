import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { siteHeaders } from '../../../scripts/publish/host/content-policy.ts'
import { updateSite } from '../../../scripts/publish/site.ts'

describe('headers of the site', () => {
  const headers = (siteUrl: string) => siteHeaders({ scripts: [], styles: [] }, { siteUrl })

  it('require https only where the shop has it', () => {
    expect(headers('https://shop.test')['strict-transport-security']).toBe('max-age=31536000')
    expect(headers('http://localhost:4321')).not.toHaveProperty('strict-transport-security')
  })

  it('[SP-3] allow sound and offline copies from the origin that the shop redirects to, and nothing else from there', () => {
    const policyFor = (mediaOrigin?: string) =>
      siteHeaders({ scripts: [], styles: [] }, { siteUrl: 'https://shop.test', mediaOrigin })[
        'content-security-policy'
      ]?.split('; ')
    const [own, other] = [policyFor(), policyFor('https://sound.test/bucket')]
    expect(other?.filter((row) => !own?.includes(row))).toEqual([
      "connect-src 'self' https://sound.test",
      "media-src 'self' blob: https://sound.test",
    ])
  })
})

describe('pages at a start', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'shop-fresh-'))
  const output: string[] = []
  // Nothing answers at this port: every build fails at once.
  const freshen = () =>
    updateSite(
      { dataDir, apiUrl: 'http://127.0.0.1:9', siteUrl: 'http://localhost', report: () => undefined },
      (line) => output.push(line),
    )
  afterEach(() => void output.splice(0))

  it('[SD-3] stop it when they cannot be built and none exist', async () => {
    await expect(freshen()).rejects.toThrow('does not answer')
    expect(output).toEqual([])
  })

  it('[SD-3] stay unchanged when they cannot be built, and the reason is logged in one line', async () => {
    mkdirSync(join(dataDir, 'site/builds/old'), { recursive: true })
    writeFileSync(join(dataDir, 'site/builds/old/manifest.json'), '{"catalog":"0-0"}')
    symlinkSync('builds/old', join(dataDir, 'site/current'))
    await freshen()
    expect(output).toEqual([
      expect.stringMatching(
        /^pages: the build failed, the published site is unchanged: .*127\.0\.0\.1:9 does not answer[^\n]*$/,
      ),
    ])
    rmSync(dataDir, { recursive: true })
  })
})

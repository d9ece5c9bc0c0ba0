import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { encodeMp3, hasFfmpeg } from '../../../src/server/audio/ffmpeg.ts'
import { scanMp3 } from '../../../src/server/runtime/mp3/scan.ts'

const SPEECH = new URL('../../../src/demo/files/audio/dnyaneshwari/01.mp3', import.meta.url).pathname
const folder = mkdtempSync(join(tmpdir(), 'ffmpeg-'))
const output = join(folder, 'out.mp3')
const path = process.env['PATH']
afterEach(() => {
  process.env['PATH'] = path
})
afterAll(() => rmSync(folder, { recursive: true }))

/** Undefined: there is no program of this name. */
function insteadOfFfmpeg(script?: string): void {
  const bin = mkdtempSync(join(folder, 'bin-'))
  if (script) writeFileSync(join(bin, 'ffmpeg'), `#!/bin/sh\n${script}\n`)
  if (script) chmodSync(join(bin, 'ffmpeg'), 0o755)
  process.env['PATH'] = bin
}

const isInstalled = (() => {
  try {
    execFileSync('ffmpeg', ['-version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
})()

describe('ffmpeg', () => {
  it.skipIf(!isInstalled)('[SO-1] is found as soon as it is installed, and is not looked for again', async () => {
    insteadOfFfmpeg()
    expect(await hasFfmpeg()).toBe(false)
    process.env['PATH'] = path
    expect(await hasFfmpeg()).toBe(true)
    insteadOfFfmpeg()
    expect(await hasFfmpeg()).toBe(true)
  })

  it.skipIf(!isInstalled)('[SO-1] encodes only the seconds that are asked for', async () => {
    expect(await encodeMp3(SPEECH, output, { kilobits: 48, seconds: 5 })).toBeUndefined()
    const scanned = await scanMp3(output)
    expect(typeof scanned === 'string' ? scanned : Math.round(scanned.seconds)).toBe(5)
  })

  it('[SO-1] that is missing is told', async () => {
    insteadOfFfmpeg()
    expect(await encodeMp3(SPEECH, output, { kilobits: 48 })).toBe('noFfmpeg')
  })

  it('[SO-1] that is killed is told apart from a file that does not decode', async () => {
    insteadOfFfmpeg('kill -9 $$')
    expect(await encodeMp3(SPEECH, output, { kilobits: 48 })).toBe('killed')
    insteadOfFfmpeg('echo Invalid data found >&2; exit 1')
    expect(await encodeMp3(SPEECH, output, { kilobits: 48 })).toBe('notDecodable')
  })

  it('[SO-1] that makes no progress is ended, however much it reports', async () => {
    const pid = join(folder, 'pid')
    insteadOfFfmpeg(
      `echo $$ > ${pid}; while true; do echo out_time_us=1000; echo progress=continue; /bin/sleep 0.05; done`,
    )
    expect(await encodeMp3(SPEECH, output, { kilobits: 48 }, { silentMs: 400 })).toBe('hanging')
    expect(existsSync(`/proc/${readFileSync(pid, 'utf8').trim()}`)).toBe(false)
  })

  it('[SO-1] that makes progress may take its time', async () => {
    insteadOfFfmpeg('for n in 1 2 3 4 5 6 7 8; do echo out_time_us=$n; /bin/sleep 0.1; done')
    expect(await encodeMp3(SPEECH, output, { kilobits: 48 }, { silentMs: 400 })).toBeUndefined()
  })

  it('[SO-1] that finds no room on the disk is told', async () => {
    insteadOfFfmpeg('echo "av_interleaved_write_frame(): No space left on device" >&2; exit 228')
    expect(await encodeMp3(SPEECH, output, { kilobits: 48 })).toBe('diskFull')
  })

  it.skipIf(!isInstalled)('[SO-1] is given what it may cost', async () => {
    const long = join(folder, 'noise.wav')
    const words = ['-loglevel', 'error', '-f', 'lavfi', '-i', 'anoisesrc=d=300:r=44100', '-ac', '2', '-y', long]
    execFileSync('ffmpeg', words)
    expect(await encodeMp3(long, output, { kilobits: 128 }, { cpuSeconds: 1 })).toBe('tooLong')
  })
})

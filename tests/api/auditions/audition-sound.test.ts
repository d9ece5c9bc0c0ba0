import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { endpoints } from '#contract/http/endpoints.ts'
import type { ReplyOf } from '#contract/http/endpoint.ts'
import { queueRecordings, runAudioQueue } from '../../../src/server/audio/audio-queue.ts'
import { hasFfmpeg } from '../../../src/server/audio/ffmpeg.ts'
import { AUDITION_SOUND } from '../../../src/server/auditions/audition-sound.ts'
import { captchaProof } from '../support/captcha.ts'
import { ebur128 } from '../support/ebur128.ts'
import { sendForm, textParts } from '../support/forms.ts'
import { signedIn } from '../support/listening.ts'
import { FORM, recording } from '../support/recordings.ts'
import { useShop } from '../support/shop.ts'
import { insteadOfFfmpeg, speechAs, synthesized } from '../support/sounds.ts'
import { enterDesk, sendAt } from '../support/staff.ts'

const shop = useShop()
const isAble = await hasFfmpeg()
const works = [AUDITION_SOUND]
// The captcha library reads the time of the machine, not the clock of the test.
beforeAll(() => void (shop().clock.now = new Date()))
let sent = 0

/** Sends an audition with this recording; its project is its name. */
async function submit(name: string, bytes: Buffer): Promise<string> {
  const project = `Project ${(sent += 1)}`
  const { token } = await signedIn(shop())
  const text = textParts({ ...FORM, project_name: project, captcha: await captchaProof(shop()) })
  const parts = [...text, { name: 'recorded_file', file: name, bytes }]
  expect((await sendForm(shop(), endpoints.uploadAudition, parts, { token })).body).toMatchObject({ status: true })
  return project
}

async function soundAt(project: string) {
  const { cookie } = await enterDesk(shop(), 'support')
  const reply = await sendAt(shop(), cookie, endpoints.deskAuditions, { q: project })
  return reply.json<ReplyOf<typeof endpoints.deskAuditions>>().data[0]?.sound
}

const work = async () => {
  await queueRecordings(shop().context, works)
  await runAudioQueue(shop().context, { works })
}

describe('the recording of an audition', () => {
  it('[SO-2] is measured by the queue and told at the desk', async () => {
    const project = await submit('voice.mp3', recording('tone.mp3'))
    expect(await soundAt(project)).toMatchObject({ state: 'waiting', loudness: null, findings: [] })
    await work()
    const sound = await soundAt(project)
    expect(sound).toMatchObject({ state: 'ready', fault: null })
    expect([sound?.loudness !== null, typeof sound?.peak]).toEqual([true, 'number'])
    expect(await queueRecordings(shop().context, works)).toBe(0)
  })

  it.skipIf(!isAble)('[SO-2] is as loud in every format as ffmpeg measures it (needs ffmpeg)', async () => {
    const formats = { mp3: 'libmp3lame', ogg: 'libvorbis', m4a: 'aac', wma: 'wmav2', ac3: 'ac3' }
    const folder = mkdtempSync(join(tmpdir(), 'formats-'))
    const [projects, files]: [string[], string[]] = [[], []]
    for (const [extension, codec] of Object.entries(formats)) {
      const [name, bytes] = [`voice.${extension}`, speechAs(extension, codec)]
      projects.push(await submit(name, bytes))
      files.push(join(folder, name))
      writeFileSync(files.at(-1) ?? '', bytes)
    }
    await work()
    const sounds = await Promise.all(projects.map(soundAt))
    expect(sounds.map((sound) => sound?.state)).toEqual(projects.map(() => 'ready'))
    const theirs = await ebur128(files)
    rmSync(folder, { recursive: true })
    // Each file against itself: encoders differ, LAME alone makes everything half a decibel quieter.
    const far = sounds.map((sound, at) => Math.abs((sound?.loudness ?? 0) - (theirs[at] ?? Number.NaN)))
    expect([theirs.every((level) => level < -10), far.every((distance) => distance <= 0.2), far]).toEqual([
      true,
      true,
      far,
    ])
  })

  it.skipIf(!isAble)('[SO-2] that is bad is said to be so', async () => {
    const loud = await submit('loud.mp3', synthesized('sine=f=440:d=6,volume=40dB'))
    const silent = await submit('silent.mp3', synthesized('anullsrc=d=6'))
    await work()
    expect((await soundAt(loud))?.findings.map(({ code }) => code)).toContain('clipped')
    expect((await soundAt(silent))?.findings.map(({ code }) => code)).toEqual(['silent'])
  })

  it('[SO-2] waits for ffmpeg with a word, and disturbs no other', async () => {
    const project = await submit('voice.ogg', recording('tone.ogg'))
    const undo = insteadOfFfmpeg(undefined)
    await work()
    undo()
    expect(await soundAt(project)).toMatchObject({ state: 'failed', fault: 'noFfmpeg' })
  })
})

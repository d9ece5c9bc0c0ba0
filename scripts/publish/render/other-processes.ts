import { fork } from 'node:child_process'
import { availableParallelism } from 'node:os'
import type { QueryResult } from '../../../src/catalog/tracking/dependency-tracker.ts'
import type { PagePath } from './renderer.ts'
import type { Share } from './render-share.ts'

/** Fewer pages render sooner than another process starts. */
const WORTH_A_PROCESS = 400

/** What another process rendered, and the results of the queries that it ran. */
export type Answer = { share: Share; results: [string, QueryResult][] }
/**
 * `script`: gets `folder` as its first message, sends `take` for pages, `page` for each one that it has rendered, and an answer at the end.
 * `cores`: how many processes may render, with this one.
 */
type Options = { script: string; folder: string; rendered: () => void; cores?: number }
type Other = { answer: Promise<Answer | undefined>; dismiss: () => void }

/** Other processes that render, one for each further core. Each takes pages until none are left. */
export function createOthers({ cores = availableParallelism(), ...options }: Options) {
  const handing = Promise.withResolvers<() => PagePath[]>()
  const others: Other[] = []
  return {
    /** Starts as many as so many pages are worth, unless they run already. */
    startFor(pages: number) {
      const processes = Math.min(cores, Math.floor(pages / WORTH_A_PROCESS))
      while (others.length < processes - 1) others.push(startOther(handing.promise, options))
    },
    handOut: handing.resolve,
    /** What they found, when no page is left. One that still reads the catalog is not waited for. */
    async end(): Promise<Answer[]> {
      for (const { dismiss } of others) dismiss()
      const answers = await Promise.all(others.map(({ answer }) => answer))
      return answers.filter((answer) => answer !== undefined)
    },
  }
}

function startOther(handing: Promise<() => PagePath[]>, { script, folder, rendered }: Options): Other {
  const child = fork(script, ['--share'], { serialization: 'advanced' })
  child.send(folder)
  let [isReading, isDismissed] = [true, false]
  const answer = new Promise<Answer | undefined>((done, fail) => {
    let received: Answer | undefined
    child.on('message', (message: Answer | 'page' | 'take') => {
      if (message === 'page') return rendered()
      if (message === 'take') {
        isReading = false
        return void handing.then((take) => child.send(take()))
      }
      received = message
      child.kill('SIGKILL')
    })
    child.on('error', fail)
    // A process that is waited for leaves its time of CPU to this one, which the benchmarks read.
    child.on('exit', (code, signal) =>
      received || isDismissed
        ? done(received)
        : fail(new Error(`a process that renders pages ended (${signal ?? code})`)),
    )
  })
  // Thrown by whoever waits for the answer.
  answer.catch(() => undefined)
  const dismiss = () => {
    isDismissed = isReading
    if (isReading) child.kill('SIGKILL')
  }
  return { answer, dismiss }
}

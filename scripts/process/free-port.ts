import { createServer } from 'node:net'

/** Below the range for outgoing connections, so that a restarted server finds its port still free. */
const [LOWEST, COUNT] = [20_000, 12_000]

const isFree = (port: number) =>
  new Promise<boolean>((done) => {
    const probe = createServer().once('error', () => done(false))
    probe.listen(port, () => probe.close(() => done(true)))
  })

/** A free port. */
export async function freePort(): Promise<number> {
  const port = LOWEST + Math.floor(Math.random() * COUNT)
  return (await isFree(port)) ? port : freePort()
}

import { createServer } from 'node:net'

/** Below the ports that the system gives to outgoing connections: a server that is started again finds its own still free. */
const [LOWEST, COUNT] = [20_000, 12_000]

const isFree = (port: number) =>
  new Promise<boolean>((done) => {
    const probe = createServer().once('error', () => done(false))
    probe.listen(port, () => probe.close(() => done(true)))
  })

/** A port that nobody listens at. */
export async function freePort(): Promise<number> {
  const port = LOWEST + Math.floor(Math.random() * COUNT)
  return (await isFree(port)) ? port : freePort()
}

import { Agent, request } from 'node:http'

/** Milliseconds of each request, with `connections` requests at a time. Throws when a reply is not 200. */
export async function hammer(
  address: string,
  paths: Iterable<string>,
  connections: number,
  headers = (): Record<string, string> => ({}),
): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const queue = paths[Symbol.iterator]()
  const times: number[] = []
  const work = async () => {
    for (let next = queue.next(); !next.done; next = queue.next())
      times.push(await timeRequest(`${address}${next.value}`, agent, headers()))
  }
  await Promise.all(Array.from({ length: connections }, work))
  agent.destroy()
  return times
}

function timeRequest(url: string, agent: Agent, headers: Record<string, string>): Promise<number> {
  const started = performance.now()
  return new Promise((done, fail) => {
    const sent = request(url, { agent, headers }, (reply) => {
      reply.resume()
      reply.on('end', () =>
        reply.statusCode === 200
          ? done(performance.now() - started)
          : fail(new Error(`${url} answered ${reply.statusCode}`)),
      )
    })
    sent.on('error', fail).end()
  })
}

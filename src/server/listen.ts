import type { FastifyInstance } from 'fastify'
import { hasGateway } from './adapters/payment/gateways.ts'
import type { Config } from './config.ts'
import { codeOf, messageOf, StartupError } from './runtime/startup-error.ts'

/** Opens the port, or takes the socket of systemd, and returns the address. A port in use is an error that names its setting. */
export async function listen(app: FastifyInstance, config: Config): Promise<string> {
  const { host, port, fd } = config
  if (config.mode === 'production' && !hasGateway(config))
    app.log.warn('no payment gateway is set up: nothing can be bought')
  for (const [name, meant] of config.misspelt) app.log.warn(`${name} is no setting: is ${meant} meant?`)
  try {
    return await app.listen({ host, port, ...(fd !== undefined && { fd }) })
  } catch (error) {
    const reason =
      codeOf(error) === 'EADDRINUSE' ? 'is in use: stop what uses it, or set PORT to another number' : messageOf(error)
    throw new StartupError(`PORT ${port} ${reason}.`)
  }
}

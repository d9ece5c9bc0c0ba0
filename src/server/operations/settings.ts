import { numberOf, type Env } from '../runtime/env.ts'
import { StartupError } from '../runtime/startup-error.ts'
import { SOUND_NICE } from '../runtime/subprocess.ts'

/** Settings of monitoring and shutdown. */
export type OperationSettings = {
  /** Absent: /metrics does not exist. */
  metricsToken?: string
  /** Absent: alarms appear in the log and the metrics only. */
  alarmMail?: string
  /** Hours that a catalog change may wait for a rebuild. */
  staleHours: number
  /** Seconds between "not ready" and the end of listening, in which a load balancer moves to other processes. */
  drainSeconds: number
  /** Seconds until a stop is forced, after those of the drain. */
  stopSeconds: number
  /** How far processes that measure, encode and align sound give way to others, as `nice` counts it. */
  soundNice: number
}

export function operationSettings(env: Env): OperationSettings {
  const { METRICS_TOKEN: metricsToken, ALARM_MAIL: alarmMail } = env
  if (metricsToken && metricsToken.length < 16)
    throw new StartupError('METRICS_TOKEN is too short (16 characters at least).')
  if (alarmMail && !/^[^\s<>@,]+@[^\s<>@,]+$/.test(alarmMail))
    throw new StartupError('ALARM_MAIL must be one address, like shop@example.com.')
  return {
    ...(metricsToken && { metricsToken }),
    ...(alarmMail && { alarmMail }),
    staleHours: numberOf('ALARM_STALE_HOURS', env['ALARM_STALE_HOURS'] || '6', 1, 24 * 30),
    drainSeconds: numberOf('DRAIN_SECONDS', env['DRAIN_SECONDS'] || '0', 0, 60),
    stopSeconds: numberOf('STOP_SECONDS', env['STOP_SECONDS'] || '30', 1, 300),
    soundNice: numberOf('SOUND_NICE', env['SOUND_NICE'] || `${SOUND_NICE}`, 0, 19),
  }
}

const LEVELS = new Set(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])

/** Of pino. */
export function logLevelOf(text: string): string {
  if (LEVELS.has(text)) return text
  throw new StartupError(`LOG_LEVEL must be one of ${[...LEVELS].join(', ')}, not "${text}".`)
}

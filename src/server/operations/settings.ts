import { numberOf, type Env } from '../runtime/env.ts'
import { StartupError } from '../runtime/startup-error.ts'

/** How the shop is watched and stopped. */
export type Watching = {
  /** Absent: there is no /metrics. */
  metricsToken?: string
  /** Absent: alarms are in the log and in the metrics only. */
  alarmMail?: string
  /** Hours that a change of the catalog may wait for its pages. */
  staleHours: number
  /** Seconds between "not ready" and the end of listening: a load balancer needs them to look elsewhere. */
  drainSeconds: number
  /** After so many seconds a stop ends at once. Counted after those of the drain. */
  stopSeconds: number
}

export function watchingOf(env: Env): Watching {
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
  }
}

/** An expected failure of a service, as a code; `registerEndpoint` maps it to an HTTP status. */
export type Failure<Fault extends string = string> = { fault: Fault; fields?: Record<string, string> }
/** Too many attempts: seconds until the next one is allowed. */
export type RetryAfter = { retryAfter: number }

export const isFailure = (result: object): result is Failure => 'fault' in result
export const isRetryAfter = (result: object): result is RetryAfter => 'retryAfter' in result

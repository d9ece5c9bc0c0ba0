/** How a service says no, in codes; `serve` gives them their HTTP status. */
export type Failure<Fault extends string = string> = { fault: Fault; fields?: Record<string, string> }
/** Too many tries: seconds until the next. */
export type Wait = { wait: number }

export const isFailure = (outcome: object): outcome is Failure => 'fault' in outcome
export const isWait = (outcome: object): outcome is Wait => 'wait' in outcome

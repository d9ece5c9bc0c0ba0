import { parseArgs } from 'node:util'

/** The parts of `npm test`, in the order in which they begin. */
export const STEP_NAMES = ['types', 'lint', 'format', 'unit', 'stores', 'api', 'build', 'e2e', 'bench'] as const
export type StepName = (typeof STEP_NAMES)[number]

/** `shard`: of each part that is divided, `1/2` for the first half. */
type TestOptions = { only: ReadonlySet<StepName>; shard?: string }

const isStepName = (name: string): name is StepName => STEP_NAMES.some((one) => one === name)

/** An error names what is wrong: a part that does not exist would otherwise pass without a test. */
export function readOptions(args: readonly string[]): TestOptions {
  const { values } = parseArgs({ args: [...args], options: { only: { type: 'string' }, shard: { type: 'string' } } })
  const names = values.only?.split(',') ?? STEP_NAMES
  const unknown = names.filter((name) => !isStepName(name))
  if (unknown.length > 0) throw new Error(`--only: ${unknown.join(', ')} is none of ${STEP_NAMES.join(', ')}`)
  const only = new Set(names.filter(isStepName))
  if (values.shard === undefined) return { only }
  const [, part, count] = /^(\d{1,2})\/(\d{1,2})$/.exec(values.shard) ?? []
  if (!part || !count || Number(part) < 1 || Number(part) > Number(count))
    throw new Error(`--shard: ${values.shard} is not a part like 1/2`)
  return { only, shard: values.shard }
}

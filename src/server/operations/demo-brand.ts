import { brand, legalFacts } from '#brand/brand.ts'
import { StartupError } from '../runtime/startup-error.ts'

/** The firm, the tax number and the addresses that the demo comes with. */
const DEMO_VALUE = /\bdemo\b|डेमो|AAAAA0000A|[@.][\w-]+\.test$/iu
/** Host names that nobody can reach (RFC 2606): a rehearsal may run with the demo's brand there. */
const REHEARSAL_HOST = /^(?:localhost|127\.0\.0\.1|\[::1\])$|\.(?:test|example|invalid|localhost)$/

type Facts = { [name: string]: string | Facts | readonly (string | Facts)[] }

/** Names of the facts in `src/brand` that still hold values of the demo, like `legalFacts.gstin`. */
export function demoValues(facts: Facts): string[] {
  return Object.entries(facts).flatMap(([name, value]) => {
    if (typeof value === 'string') return DEMO_VALUE.test(value) ? [name] : []
    return demoValues(value as Facts).map((inner) => `${name}.${inner}`)
  })
}

/** A shop that sells under the demo's firm and tax number would issue void invoices. */
export function refuseDemoBrand(siteUrl: string, facts: Facts = { brand, legalFacts }): void {
  const found = REHEARSAL_HOST.test(new URL(siteUrl).hostname) ? [] : demoValues(facts)
  if (found.length > 0)
    throw new StartupError(
      `SHOP_MODE=production cannot start; src/brand/brand.ts still holds values of the demo: ${found.join(', ')}. scripts/deploy/README.md, Installation, says where to change them.`,
    )
}

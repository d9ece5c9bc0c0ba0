import { DESK } from './desk-paths.ts'
import { partsOf, table, type RouteName } from './paths.ts'

/**
 * How a route is published. `page`: one page per language. `catalog`: one page per entry of the catalog and a shell for
 * entries newer than the last build. `shell`: free parameters, always served by the prerendered shell [SD-5]. `private`: a
 * shell of one fixed path that shows a listener's own data [SD-9]. Hosts get their rewrite rules from here; browsers need
 * none of it.
 */
type RouteKind = 'page' | 'catalog' | 'shell' | 'private'

const kinds = {
  shell: [
    'signIn',
    'registration',
    'signUp',
    'resetPassword',
    'certificate',
    'search',
    'paymentSuccess',
    'paymentFailure',
    'paymentCancel',
  ],
  private: ['library', 'checkout', 'proceedPayment', 'logout'],
  catalog: ['author', 'series', 'product', 'course', 'kidsCategory', 'languageLabCategory'],
} as const satisfies Partial<Record<RouteKind, readonly RouteName[]>>

/** The whole desk is one private tree: its pages are in `desk-paths.ts`. */
export type Route = { name: RouteName | 'desk'; kind: RouteKind; base: string; rest: string }

function kindOf(name: RouteName): RouteKind {
  for (const kind of ['shell', 'private', 'catalog'] as const) if (kinds[kind].some((one) => one === name)) return kind
  return 'page'
}

// Object.keys forgets the key type that the table has.
export const routes: Route[] = [
  ...(Object.keys(table) as RouteName[]).map((name) => ({ name, kind: kindOf(name), ...partsOf(name) })),
  { name: 'desk', kind: 'private', base: DESK, rest: '' },
]

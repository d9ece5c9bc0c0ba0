/** The token of a mail's link: the part of the path after the name of the page. */
export function tokenOf(page: 'sign-up' | 'reset-password'): string {
  const [, token = ''] = location.pathname.match(new RegExp(`/${page}/([^/]+)/`)) ?? []
  return token
}

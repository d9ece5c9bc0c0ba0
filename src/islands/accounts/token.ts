/** The secret of a mail's link, from the address of the page: the part after the name of the page. */
export function tokenOf(page: 'sign-up' | 'reset-password'): string {
  const [, token = ''] = location.pathname.match(new RegExp(`/${page}/([^/]+)/`)) ?? []
  return token
}

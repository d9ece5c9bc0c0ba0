/** The router's own navigation, so that sound and islands live on. */
export { navigate } from 'astro:transitions/client'

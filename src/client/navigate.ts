/** The client router's navigation: audio and persisted islands go on. */
export { navigate } from 'astro:transitions/client'

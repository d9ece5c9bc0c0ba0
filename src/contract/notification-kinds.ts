/** D3. */
export const NOTIFICATION_KINDS = ['promotional_notification', 'product_publish', 'episode_launch'] as const
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number]

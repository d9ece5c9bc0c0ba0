import { auditionCommands } from './auditions.ts'
import type { Command } from './command.ts'
import { contactCommands } from './contacts.ts'
import { couponCommands } from './coupons.ts'
import { jobCommands } from './jobs.ts'
import { maintenanceCommands } from './maintenance.ts'
import { notificationCommands } from './notifications.ts'
import { orderCommands } from './orders.ts'
import { paymentCommands } from './payments.ts'
import { reviewCommands } from './reviews.ts'
import { titleCommands } from './titles.ts'
import { staffCommands } from './people/staff.ts'
import { userCommands } from './people/users.ts'

/** Each group of commands has its own file in this folder. */
export const commands: Command[] = [
  ...auditionCommands,
  ...contactCommands,
  ...reviewCommands,
  ...orderCommands,
  ...paymentCommands,
  ...couponCommands,
  ...titleCommands,
  ...userCommands,
  ...staffCommands,
  ...notificationCommands,
  ...maintenanceCommands,
  ...jobCommands,
]

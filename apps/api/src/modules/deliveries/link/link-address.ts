import type { Queryable } from '../../../platform/database/database.ts'
import { recipientOf, type DeliveryContextReader } from '../sending/delivery-context.ts'
import { codeAddress, type Address, type SendingServices } from '../sending/sending-rules.ts'
import type { Link } from './links.repository.ts'

const EVERY_LAB = { everyLab: true } as const

export const findLinkAddress = async (
  db: Queryable,
  of: {
    link: Pick<Link, 'reportId' | 'delegateId' | 'channel'>
    deliveryContext: DeliveryContextReader
    services: SendingServices
  },
): Promise<Address | undefined> => {
  const { reportId, delegateId, channel } = of.link
  const context = await of.deliveryContext.find(EVERY_LAB, db, reportId)
  const recipient = context && recipientOf(context, delegateId)
  return recipient && codeAddress(recipient, channel, of.services)
}

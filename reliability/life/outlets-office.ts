import type { Comparison } from './findings.ts'
import type { Team } from './lane.ts'
import { send } from './requests.ts'
import type { Lab } from './world.ts'

/** Settings and accounts are what the last acknowledged change of each field says. */
export const compareOffice = async ({ compare }: Comparison, team: Team, lab: Lab): Promise<void> => {
  const { floater, settings } = lab
  const user = await send(team.admin, 'GET', `/user/${floater.id}`)
  const { userType, phone } = user.body.data as { userType: { id: number }; phone: string }
  const expected = [floater.userTypeId, floater.phone]
  compare('page of a user', [['user', floater.id]], 'role and phone', expected, [userType.id, phone])
  const { body } = await send(team.admin, 'GET', `/lab/getDeliverySettings/${lab.id}`)
  const { adultAge, senderName } = body.data as Lab['settings']
  compare('settings of a lab', [['lab', lab.id]], 'messages', settings, { adultAge, senderName })
}

import { expect, it } from 'vitest'
import { useTestApp } from '../../../testing/test-app.ts'
import { CURRENT_TOKENS_KEPT } from './sessions.repository.ts'

const app = await useTestApp()

it('limits the current tokens of a session, however often the same one is refreshed [SAFE-15]', async () => {
  const doctor = await app.signedIn('Doctor')
  const cookie = doctor.cookieHeader()
  const refresh = () => app.client().get('/auth/refresh-token', { headers: { cookie } })
  for (const response of await Promise.all(Array.from({ length: 80 }, refresh)))
    expect(response.status).toBe(200)
  expect((await doctor.get('/auth/refresh-token')).status).toBe(200)
  const { count } = await app.database.one<{ count: number }>(
    `select count(*) from session_tokens t join sessions s on s.id = t.session_id
      where s.user_id = $1 and t.replaced_at is null`,
    [doctor.user.id],
  )
  expect(count).toBeLessThanOrEqual(CURRENT_TOKENS_KEPT + 1)
  expect((await doctor.get('/user/dashboard')).status).toBe(200)
})

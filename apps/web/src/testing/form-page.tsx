import { notifications, notificationsStore } from '@mantine/notifications'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { REFUSAL } from '@zelab/contract/messages'
import { act, type FunctionComponent } from 'react'
import { beforeEach, expect, vi } from 'vitest'
import { loadPhoneInput } from '../ui/phone/phone-input-loading.ts'
import { enterText } from './enter-text.ts'
import { mountForEachTest } from './mount.tsx'

interface SentCall {
  method: string
  address: string
  body: unknown
}

interface StubbedServer {
  sent: SentCall[]
  /** Refuses all requests, or those whose URL contains `part`. Without it, the server is unavailable. */
  refuseWith: (status: number, message: string, part?: string) => void
}

/** The page at this URL within the shell route, whose search parameters it reads. */
const routerOf = (address: string, Page: FunctionComponent) => {
  const root = createRootRoute()
  const shell = createRoute({ getParentRoute: () => root, id: '_shell' })
  const page = createRoute({ getParentRoute: () => shell, path: address, component: Page })
  return createRouter({
    routeTree: root.addChildren([shell.addChildren([page])]),
    history: createMemoryHistory({ initialEntries: [address] }),
  })
}

const codeOf = (message: string) => Object.entries(REFUSAL).find(([, text]) => text === message)?.[0]

/** `data` has the responses to GET requests by a part of their URL; others find nothing. */
export const mountFormForEachTest = (
  address: string,
  Page: FunctionComponent,
  data: Readonly<Record<string, unknown>> = {},
): StubbedServer => {
  const outOfOrder = { status: 503, message: REFUSAL.UNEXPECTED_ERROR, part: '' }
  let refusal = outOfOrder
  const sent: SentCall[] = []
  const answer = async (url: string, { method = 'GET', body }: RequestInit = {}) => {
    const { status, message, part } = refusal
    if (method !== 'GET')
      sent.push({ method, address: url, body: typeof body === 'string' ? JSON.parse(body) : body })
    if (method !== 'GET' && url.includes(part))
      return Response.json({ success: false, code: codeOf(message), message, errors: [] }, { status })
    const [, found = []] = Object.entries(data).find(([address]) => url.includes(address)) ?? []
    return Response.json({ success: true, message: '', data: found })
  }
  beforeEach(async () => {
    sent.length = 0
    refusal = outOfOrder
    notifications.clean()
    vi.stubGlobal('fetch', answer)
    await loadPhoneInput()
  })
  mountForEachTest(() => (
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <RouterProvider router={routerOf(address, Page)} />
    </QueryClientProvider>
  ))
  beforeEach(() => act(() => expect.poll(() => document.querySelector('form')).not.toBeNull()))
  return { sent, refuseWith: (status, message, part = '') => (refusal = { status, message, part }) }
}

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** The field with this label, with or without the mark for required fields. */
export const fieldOf = (label: string): Field => {
  const labels = [...document.querySelectorAll('label')]
  const { htmlFor } =
    labels.find(({ textContent }) => textContent.replace(/ \*$/, '') === label) ?? expect.fail(`no ${label}`)
  return document.querySelector<Field>(`[id="${htmlFor}"]`) ?? expect.fail(`no ${label}`)
}

const settle = () => new Promise((resolve) => setTimeout(resolve))

export const fill = async (label: string, text: string): Promise<void> => {
  enterText(fieldOf(label), text)
  await act(settle)
}

export const messageUnder = (label: string): string =>
  (fieldOf(label).getAttribute('aria-describedby') ?? '')
    .split(' ')
    .filter((id) => id.endsWith('-error'))
    .map((id) => document.getElementById(id)?.textContent ?? '')
    .join(' ')

export const expectRefused = (
  refused: readonly (readonly [label: string, text: string, message: string])[],
) => {
  for (const [label, text, message] of refused) {
    expect(messageUnder(label), `${label} "${text}"`).toBe(message)
    expect(fieldOf(label).getAttribute('aria-invalid')).toBe('true')
    expect(fieldOf(label).value, 'what was typed stays').toBe(text)
  }
}

export const press = async (name: string, within: ParentNode | null = document): Promise<void> => {
  const named = (element: Element) =>
    (element.getAttribute('aria-label') ?? element.textContent).replace(/ \*$/, '').trim() === name
  const target = [...(within?.querySelectorAll<HTMLElement>('button, label') ?? [])].find(named)
  await act(async () => {
    // As a person's click does.
    target?.focus()
    if (target) target.click()
    else expect.fail(`no ${name}`)
    await settle()
  })
}

/** Texts of this test's toasts, the newest last. */
export const shownToasts = (): unknown[] =>
  notificationsStore.getState().notifications.map(({ message }) => message)

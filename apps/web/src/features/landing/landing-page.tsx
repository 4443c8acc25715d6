import { Button } from '@mantine/core'
import { IconArrowRight, IconCheck } from '@tabler/icons-react'
import { useRouterState } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useBrand } from '../../lib/brand.ts'
import { isOrigin } from '../../lib/guards.ts'
import { useDocumentTitle } from '../../ui/layout/window.ts'
import { FeaturesSection, ProseSections, WaySection } from './landing-sections.tsx'
import classes from './landing-page.module.css'
import { ProductPicture } from './product-picture.tsx'
import { RoleCards } from './role-cards.tsx'
import * as texts from './texts.ts'
import { TopBar } from './top-bar.tsx'
import { WrongPatientCheck } from './wrong-patient-check.tsx'

/** Get Started names a neutral role, since no card was chosen (AMB-13). */
const NEUTRAL_ROLE = texts.neutralRole

const loadLoginDialog = () => import('./login-dialog.tsx')
// The dialog itself says that it could not be loaded.
const preloadLogin = () => loadLoginDialog().catch(() => undefined)
const LoginDialog = lazy(async () => ({ default: (await loadLoginDialog()).LoginDialog }))

/** The public page; /login opens it with the dialog. */
export function LandingPage({ isLoginOpen = false }: { isLoginOpen?: boolean }) {
  useDocumentTitle(texts.tabTitle)
  const productName = useBrand((brand) => brand.productName)
  const [role, setRole] = useState(NEUTRAL_ROLE)
  const [login, setLogin] = useState<'never opened' | 'open' | 'closed'>(
    isLoginOpen ? 'open' : 'never opened',
  )
  const isSentHere = useRouterState({ select: ({ location }) => isOrigin(location.state.origin) })
  const openLogin = (name: string) => {
    // The dialog types it into its first field.
    void preloadLogin().then((loaded) => loaded?.collectKeysForDialog())
    setRole(name)
    setLogin('open')
  }
  return (
    // Prefetches the dialog on hover or focus, to keep it out of the initial bundle.
    <div className={classes.page} onPointerOver={preloadLogin} onFocus={preloadLogin}>
      <TopBar onGetStarted={() => openLogin(NEUTRAL_ROLE)} />
      <main>
        {isSentHere && (
          <div className={classes.sentHere} role="status">
            <p>{texts.sentHere}</p>
            <Button variant="default" onClick={() => openLogin(NEUTRAL_ROLE)}>
              {texts.signInToContinue}
            </Button>
          </div>
        )}
        <section className={classes.hero} aria-labelledby="landing-title">
          <div>
            <p className={classes.eyebrow}>{texts.eyebrow}</p>
            <h1 className={classes.title} id="landing-title">
              {texts.title}
            </h1>
            <p className={classes.lead}>{texts.lead}</p>
            <Button
              size="md"
              rightSection={<IconArrowRight size={18} stroke={1.75} />}
              onClick={() => openLogin(NEUTRAL_ROLE)}
            >
              {texts.signIn}
            </Button>
            <ul className={classes.gains}>
              {texts.gains.map(({ title, text, link }) => (
                <li key={title}>
                  <IconCheck size={18} stroke={2} aria-hidden="true" />
                  <span>
                    <strong>{title}.</strong> {text}
                    {link && (
                      <>
                        {' '}
                        <a href={link.href}>{link.text}</a>
                      </>
                    )}
                  </span>
                </li>
              ))}
            </ul>
          </div>
          <WrongPatientCheck />
        </section>
        <RoleCards onChoose={openLogin} />
        <ProductPicture />
        <WaySection />
        <FeaturesSection />
        <ProseSections />
      </main>
      <footer className={classes.footer}>
        <span>{productName}</span>
        <span>{texts.motto}</span>
      </footer>
      {login !== 'never opened' && (
        <Suspense>
          <LoginDialog role={role} isOpen={login === 'open'} onClose={() => setLogin('closed')} />
        </Suspense>
      )}
    </div>
  )
}

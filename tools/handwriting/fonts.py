"""The handwriting fonts the weights are made from, and how they are fetched.

All are packages ``@fontsource/NAME`` of npm, under the SIL Open Font Licence 1.1, those in
``APACHE`` under the Apache Licence 2.0; any other licence is refused.
"""

import io
import json
import re
import subprocess
import tarfile
from pathlib import Path

_TRAINING = """
abeezee abel acme advent-pro aladin allan amaranth amatic-sc amita andika antic athiti atma
autour-one averia-gruesa-libre averia-libre averia-sans-libre bad-script baloo-2 balsamiq-sans
bangers barriecito berkshire-swash beth-ellen bilbo black-and-white-picture boogaloo borel
bubblegum-sans cabin cabin-sketch caesar-dressing calligraffitti capriola caramel carme cause
cedarville-cursive charm charmonman chelsea-market cherry-cream-soda chewy chicle combo comfortaa
comforter-brush comic-neue comic-relief courgette courier-prime crushed cute-font cutive-mono
damion dancing-script darumadrop-one dawning-of-a-new-day delius delius-swash-caps delius-unicase
didact-gothic dongle dosis dynalight east-sea-dokdo economica edu-au-vic-wa-nt-hand
edu-au-vic-wa-nt-pre edu-nsw-act-cursive edu-nsw-act-foundation edu-nsw-act-hand-pre
edu-qld-beginner edu-qld-hand edu-sa-beginner edu-sa-hand edu-tas-beginner edu-vic-wa-nt-beginner
edu-vic-wa-nt-hand emilys-candy engagement englebert exo-2 farsan fasthand felipa finger-paint
flamenco fondamento freckle-face fredoka galindo gamja-flower gluten gowun-dodum grandstander
grechen-fuemen griffy gveret-levin hachi-maru-pop happy-monkey henny-penny homemade-apple hubballi
hurricane imprima inconsolata itim jim-nightshade jolly-lodger josefin-sans jua jura
just-another-hand k2d kaisei-decol karla kaushan-script kavivanar kings kirang-haerang kiwi-maru
klee-one knewave kodchasan koho kolker-brush kosugi-maru kotta-one kristi krub la-belle-aurore
lemonada licorice life-savers londrina-solid long-cang love-ya-like-a-sister lugrasimo
ma-shan-zheng macondo madimi-one mako mali manjari marck-script margarine maven-pro mclaren
merienda metamorphous mochiy-pop-one mogra montez mountains-of-christmas mouse-memoirs ms-madi
mystery-quest nanum-brush-script nerko-one niramit nova-mono nova-round nunito oooh-baby oregano
overlock paprika pattaya pavanam permanent-marker play playpen-sans playwrite-at playwrite-au-qld
playwrite-cu playwrite-de-grund playwrite-dk-loopet playwrite-es playwrite-fr-moderne playwrite-hr
playwrite-in playwrite-it-moderna playwrite-ng-modern playwrite-nl playwrite-no playwrite-nz
playwrite-pl playwrite-us-modern poiret-one pompiere poor-story potta-one protest-revolution
puritan quicksand quintessential rajdhani ranga redressed reggae-one rocknroll-one rubik
ruge-boogie ruluko salsa sansita-swashed satisfy sedgwick-ave sedgwick-ave-display shantell-sans
share-tech-mono slackside-one sniglet sofia sour-gummy space-mono special-elite spicy-rice spirax
square-peg sriracha stick story-script strait stylish sunflower sunshiney syne-mono tauri tillana
trade-winds tsukimi-rounded twinkle-star unkempt varela varela-round vibes vibur voces
vujahday-script yuji-boku yuji-mai yuji-syuku yusei-magic zcool-kuaile zen-kurenaido
zen-maru-gothic zhi-mang-xing
"""

TRAINING = tuple(_TRAINING.split())
"""Hands the network learns from."""

_FIGURES = """
aguafina-script alex-brush allison allura arizonia bilbo-swash-caps bonheur-royale carattere
clicker-script cookie corinthia ephesis explora festive fuggles grand-hotel great-vibes gwendolyn
herr-von-muellerhoff ingrid-darling inspiration island-moments italianno leckerli-one lobster
love-light lovers-quarrel luxurious-script mea-culpa meddon meow-script mr-bedfort mr-dafoe
mr-de-haviland mrs-saint-delafield my-soul niconne norican oleo-script pacifico parisienne
petit-formal-script pinyon-script puppies-play qwigley qwitcher-grypen rochester romanesco ruthie
sacramento sassy-frass seaweed-script send-flowers smooch stalemate the-nautigal updock water-brush
waterfall yellowtail yesteryear
"""

FIGURES = tuple(_FIGURES.split())
"""Hands whose digits alone it learns from: nobody writes such capitals into cells."""

_CALIBRATING = """
chilanka crafty-girls fuzzy-bubbles give-you-glory gochi-hand mansalva moon-dance neucha pangolin
rancho single-day swanky-and-moo-moo
"""

CALIBRATING = tuple(_CALIBRATING.split())
"""Hands kept apart, on which its temperature is fitted."""

_APART = """
annie-use-your-telescope architects-daughter caveat coming-soon covered-by-your-grace
delicious-handrawn gaegu gloria-hallelujah grape-nuts handlee hi-melody indie-flower
just-me-again-down-here kalam loved-by-the-king mynerve nanum-pen-script nothing-you-could-do
over-the-rainbow patrick-hand reenie-beanie rock-salt schoolbell shadows-into-light short-stack
sue-ellen-francisco the-girl-next-door waiting-for-the-sunrise walter-turncoat yomogi zeyada
"""

APART = tuple(_APART.split())
"""Hands kept apart from both, on which it is measured (`bench/reading.py`). Fonts whose letters are
nearly those of one of these are in none of the lists: Dekko has those of Short Stack, Liu Jian Mao
Cao those of Over the Rainbow (``make.py`` looks for such pairs)."""

_APACHE = """
calligraffitti cherry-cream-soda chewy coming-soon crafty-girls crushed homemade-apple
just-another-hand kosugi-maru montez mountains-of-christmas permanent-marker rancho redressed
rochester rock-salt satisfy schoolbell special-elite sunshiney unkempt walter-turncoat yellowtail
"""

APACHE = tuple(_APACHE.split())
"""Those under the Apache Licence 2.0."""

LICENCES = ("OFL-1.1", "Apache-2.0")


def fetch(name: str, folder: Path) -> Path:
    """A font as TrueType, out of its package; needs npm and fonttools."""
    from fontTools.ttLib import TTFont

    asked = ["npm", "pack", "--silent", f"@fontsource/{name}"]
    packed = subprocess.run(asked, cwd=folder, check=True, capture_output=True, text=True)
    with tarfile.open(folder / packed.stdout.split()[-1]) as package:
        about = json.loads(_member(package, "package/package.json"))
        if about["license"] not in LICENCES:
            raise ValueError(f"{name}: licence {about['license']}")
        styles = [n for n in package.getnames() if re.search(r"-latin-\d+-normal\.woff$", n)]
        chosen = sorted(styles, key=lambda style: ("-400-" not in style, style))[0]
        font = TTFont(io.BytesIO(_member(package, chosen)))
    font.flavor = None
    path = folder / f"{name}.ttf"
    font.save(path)
    return path


def _member(package: tarfile.TarFile, name: str) -> bytes:
    found = package.extractfile(name)
    assert found is not None
    return found.read()

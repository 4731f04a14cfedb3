"""Word study, on the page and through the API."""

import pytest

from tests.web.club import open_club
from tests.web.conftest import LiveServer, WebClient


def study(client: WebClient, question: str, text: str) -> dict[str, list[str]]:
    reply = client.get("/api/words/study", params={"question": question, "q": text})
    assert reply.status_code == 200, reply.text
    return {group["title"]: group["words"] for group in reply.json()["groups"]}


def test_words_are_checked_in_bulk(client: WebClient) -> None:
    reply = client.get("/api/words/check", params={"words": "LUSTRE, zzz ,chien"}).json()
    assert reply["words"] == {"LUSTRE": True, "ZZZ": False, "CHIEN": True}
    assert reply["lexicon"] == "fr-libre"


def test_every_question_is_answered(client: WebClient) -> None:
    assert study(client, "anagrammes", "chien")["Anagrammes"] == ["CHIEN", "CHINE", "NICHE"]
    assert "NICHES" in study(client, "anagrammes", "CHIEN?")["Anagrammes"]
    assert "CHIEN" in study(client, "tirage", "CHIENXZ")["5 lettres"]
    extensions = study(client, "rajouts", "chien")
    assert "CHIENS" in extensions["Derrière"]
    assert "CHIEN" in study(client, "motif", "CH[IA]E*")["5 lettres"]
    assert any("CHIENNES" in words for words in study(client, "entree", "CHIEN").values())
    assert study(client, "entree", "ZZZ") == {}


@pytest.mark.parametrize(
    "query",
    [
        "question=valide&q=A",
        "question=tirage&q=1234",
        "question=motif&q=%28%29",
        "question=anagrammes&q=",
        "question=autre&q=CHIEN",
        "q=CHIEN",
    ],
)
def test_a_question_that_makes_no_sense_is_refused_in_one_line(
    client: WebClient, query: str
) -> None:
    reply = client.get(f"/api/words/study?{query}")
    assert reply.status_code == 400
    assert reply.json()["error"]["code"] == "invalid"


def test_several_words_are_sorted_out_one_by_one(client: WebClient) -> None:
    """They were joined into one word, which no list has."""
    found = study(client, "valide", "chat, zzz chien")
    assert found == {"Admis": ["CHAT", "CHIEN"], "Absents": ["ZZZ"]}
    page = client.get("/mots?question=valide&q=chat+zzz+chien").text
    assert "CHATZZZCHIEN" not in page


def test_what_is_wrong_with_a_question_is_told_in_english_on_an_english_page(
    client: WebClient,
) -> None:
    client.cookies.set("langue", "en")
    assert "This is not a pattern: " in client.get("/mots?question=motif&q=%5B%5E").text
    assert "This is not a word: " in client.get("/mots?question=rajouts&q=Q").text


@pytest.mark.parametrize("question", ["motif", "rajouts", "tirage", "valide", "entree"])
def test_a_question_is_text_even_where_it_is_refused(client: WebClient, question: str) -> None:
    """``_`` takes what it answers for markup: a refusal quotes what was typed."""
    for language in ("fr", "en"):
        client.cookies.set("langue", language)
        page = client.get("/mots", params={"question": question, "q": "<mark>"}).text
        assert "<mark>" not in page.lower()


def test_another_lexicon_is_named_never_a_path(client: WebClient) -> None:
    for name in ("inconnu", "/etc/passwd", "../fr-libre"):
        reply = client.get("/api/words/check", params={"words": "CHIEN", "lexicon": name})
        assert reply.status_code == 404


def test_the_page_answers_without_script(client: WebClient, live_server: LiveServer) -> None:
    text = client.get("/mots?question=valide&q=lustre").text
    assert "admis par fr-libre" in text
    assert "absent de fr-libre" in client.get("/mots?q=zzz").text
    assert "2 à 15\u00a0lettres" in client.get("/mots?q=A").text
    assert f"{len(live_server.services.lexicon):,}".replace(",", "\u202f") in text


def test_a_player_asks_nothing_about_words_while_his_turn_is_played(
    live_server: LiveServer, client: WebClient
) -> None:
    club = open_club(live_server)
    player = live_server.client().sign_in()
    joined = player.post(f"{club.base}/join", json={"table": 1, "pin": club.pin(1)})
    assert joined.status_code == 200
    asked = (
        "/api/words/check?words=CHIEN",
        "/api/words/study?question=tirage&q=CHIEN",
        "/api/words/word/CHIEN",
        "/api/words/quiz",
        "/api/words/lists/deux",
        "/mots/quiz",
        "/mots/liste/deux",
        "/mot/CHIEN",
    )

    def statuses(who: WebClient) -> set[int]:
        return {who.get(path).status_code for path in (*asked, "/mots?q=CHIEN")}

    assert statuses(player) == {200}
    for action in ("draw", "start"):
        club.post(action, {"letters": "AEINRST"} if action == "draw" else None)
        assert statuses(player) == {403}
        assert statuses(client) == statuses(club.desk) == {200}
    told = player.get(asked[0]).json()["error"]
    assert told["code"] == "turn-under-way"
    assert "à la fin du temps" in told["message"]
    page = player.get("/mots?q=CHIEN").text
    assert "à la fin du temps" in page
    assert "admis par" not in page
    assert player.get("/mots").status_code == 200
    club.post("end-time")
    assert statuses(player) == {200}


def test_a_list_of_counts_ends_with_a_count(client: WebClient) -> None:
    for path in ("/reglement", "/reglement/2017", "/reglement/jarnac"):
        page = client.get(path).text
        assert "</span>" in page
        assert "· </p>" not in page


def test_articles_are_shown_and_given_to_programs(client: WebClient) -> None:
    assert 'id="art-5.3.1"' in client.get("/reglement/2017").text
    found = client.get("/api/regulation/2017").json()
    assert {"number", "title", "status", "note"} == set(found["articles"][0])
    assert client.get("/api/regulation/1900").status_code == 404


def test_a_word_has_its_page_and_its_answer(client: WebClient) -> None:
    found = client.get("/api/words/word/chien").json()
    assert found["admitted"]
    assert found["back_hooks"] == "ST"
    assert found["anagrams"] == ["CHINE", "NICHE"]
    assert "CHENIL" in found["plus_one"]["L"]
    assert found["lexicons"] == ["fr-libre"]
    assert found["entries"][0]["lemma"] == "chien"
    text = client.get("/mot/WOK").text
    assert "Lettres chères" in text
    assert 'href="/mot/WOKS?lexicon=fr-libre"' in text
    assert "absent de fr-libre" in client.get("/mot/ZZZ").text
    for path in ("/mot/1", "/api/words/word/A", f"/api/words/word/{'A' * 70}"):
        assert client.get(path).status_code == 400


def test_a_quiz_is_asked_and_marked_without_script(client: WebClient) -> None:
    asked = client.get("/api/words/quiz?list=deux&number=5").json()
    assert all(one["right"] is None and not one["missed"] for one in asked["questions"])
    shown = [one["shown"] for one in asked["questions"]]
    words = client.get("/api/words/check", params={"words": ",".join(shown)}).json()["words"]
    ticked = "".join(f"&oui={i}" for i, word in enumerate(shown) if words[word])
    page = client.get(f"/mots/quiz?liste=deux&genre=existe&numero=5&fait=true{ticked}").text
    assert "10 / 10" in page
    said = "&said=oui" * 10
    marked = client.get(f"/api/words/quiz?list=deux&number=5{said}").json()
    assert marked["right"] == sum(words.values())
    for query in ("liste=autre", "genre=autre", "numero=-1"):
        assert client.get(f"/mots/quiz?{query}").status_code == 400
    assert client.get("/mots/liste/autre").status_code == 404
    assert "QI" in client.get("/api/words/lists/deux").json()["words"]


def test_a_pattern_excludes_letters_on_the_page(client: WebClient) -> None:
    reply = client.get("/mots", params={"question": "motif", "q": "CH[^AO]E. -SF"}).text
    assert "CHIER" in reply
    assert "CHIEN" in reply
    assert "CHEFS" not in reply

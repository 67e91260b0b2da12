"""The command line: what it prints, and how it fails."""

import re

import pytest

import nbcourse as nbc
from nbcourse.__main__ import main


def explained(capsys, *words):
    assert main(["explain", *words]) == 0
    return capsys.readouterr().out.splitlines()


def test_explain_prints_verdict_and_waterfall(capsys):
    verdict, *bars = explained(capsys, "Free entry! Text WIN")
    assert verdict == "spam: log-odds +9.54 nats (4 of 4 words known)"
    parts = [re.fullmatch(r"(\S+) +([+-]\d+\.\d\d) \|( *)([+]+|-+)", bar) for bar in bars]
    assert [part[1] for part in parts] == ["(prior)", "free", "entry", "text", "win"]
    assert sum(float(part[2]) for part in parts) == pytest.approx(9.54, abs=0.03)
    for part in parts:
        assert part[2][0] == part[4][0]  # the sign of the number is that of the bar
    # each bar begins where the one before ended
    assert [len(part[3]) for part in parts[2:]] == [
        len(part[3]) + len(part[4]) for part in parts[1:-1]
    ]


def test_explain_agrees_with_the_package(capsys):
    sms = nbc.load("sms").features(nbc.text.words)
    model = nbc.MultinomialNB().fit(sms.counts, sms.labels)
    message = nbc.Corpus.from_texts(["call me about the prize"]).features(nbc.text.words)
    [odds] = nbc.log_odds(model, message.select(sms.tokens).counts)
    assert f"{odds:+.2f} nats" in explained(capsys, "call", "me", "about the prize")[0]


@pytest.mark.parametrize("message", ["zzzzq qqqqz", "", "免费 领奖", "\udcff"])
def test_explain_says_when_only_the_prior_speaks(capsys, message):
    lines = explained(capsys, message)
    assert lines[0].startswith("ham: log-odds -1.87 nats (0 of ")
    assert "only the prior speaks" in lines[0]
    assert lines[1].startswith("(prior)")


def test_explain_names_unknown_words_and_adds_up_the_weak_ones(capsys):
    lines = explained(capsys, "zzzzq " + " ".join(nbc.datasets.load("sms").tokens[:60]))
    assert lines[-1] == "unknown: zzzzq"
    assert re.match(r"\(\d+ others\) ", lines[-2])
    assert len(lines) == 1 + 1 + 12 + 1 + 1


@pytest.mark.parametrize("command", [[], ["explain"], ["describe", "x"]])
def test_what_is_no_command_ends_with_2(capsys, command):
    with pytest.raises(SystemExit) as stopped:
        main(command)
    assert stopped.value.code == 2
    assert "usage: python -m nbcourse" in capsys.readouterr().err

#!/usr/bin/perl
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use Game::Board;
use Game::Player;

our $VERSION = '1.0';

sub new_players {
    return (
        Game::Player::Human->new('ann'),
        Game::Player::Bot->new(name => 'hal'),
    );
}

sub run {
    my $rounds = shift;
    my $board = Game::Board->new(4);
    my @players = new_players();
    for my $round (1 .. $rounds) {
        for my $player (@players) {
            $player->move($board);
        }
        log_round($round, $board->total);
    }
    return finish($board);
}

sub log_round { printf "%d: %d\n", @_ }

sub finish {
    my Game::Board $board = shift;
    return $board->total;
}

&run(10) unless caller;

#pragma once
typedef const Element &ElementRef;
